import { area, mirror, ellipse, line, rectangle, type Silhouette, stitch, symmetricOutline } from './part.ts';

const tote: Silhouette = {
  name: 'tote',
  ground: { x: 160, y: 284, reach: 100 },
  parts: [
    line('inside', 9, 'M118 122C118 58 202 58 202 122'),
    area('inside', 'M76 116C120 108 200 108 244 116L236 132H84Z'),
    area(
      'body',
      symmetricOutline(
        [160, 122],
        [190, 122, 220, 120, 246, 116],
        [256, 272],
        [254, 280, 248, 284, 240, 284],
        [160, 284],
      ),
    ),
    line('shade', 9, 'M106 146V120C106 40 214 40 214 120V146'),
    mirror(area('shade', rectangle(204, 136, 20, 30, 3))),
    stitch('M78 128C120 134 200 134 242 128'),
    area('shade', 'M66 256L254 256L256 272C254 280 248 284 240 284H80C72 284 66 280 64 272Z'),
    stitch('M70 262H250'),
  ],
};

const satchel: Silhouette = {
  name: 'satchel',
  ground: { x: 160, y: 272, reach: 108 },
  parts: [
    line('shade', 10, 'M60 150C40 60 280 60 260 150'),
    area('shade', rectangle(54, 132, 212, 138, 18)),
    area(
      'body',
      'M54 136C54 126 60 122 70 122H250C260 122 266 126 266 136V196C262 222 240 228 220 228H100C80 228 58 222 54 196Z',
    ),
    stitch('M62 140V194C66 214 84 220 102 220H218C236 220 254 214 258 194V140'),
    mirror(area('contrast', 'M198 122H218V242L208 250L198 242Z')),
    mirror(area('brass', rectangle(195, 204, 26, 20, 4))),
    stitch('M64 258H256'),
  ],
};

const bucket: Silhouette = {
  name: 'bucket',
  ground: { x: 160, y: 286, reach: 80 },
  parts: [
    line('shade', 8, 'M92 122C70 20 250 20 228 122'),
    area('inside', ellipse(160, 124, 78, 20)),
    area(
      'body',
      symmetricOutline(
        [160, 142],
        [196, 142, 226, 136, 238, 122],
        [236, 170, 240, 230, 228, 268],
        [214, 284, 186, 288, 160, 288],
      ),
    ),
    area(
      'shade',
      symmetricOutline(
        [160, 264],
        [188, 264, 216, 260, 231, 250],
        [230, 258, 229, 264, 228, 268],
        [214, 284, 186, 288, 160, 288],
      ),
    ),
    line('contrast', 5, 'M86 152C120 168 200 168 234 152'),
    line('contrast', 5, 'M156 164C148 184 146 200 150 212M164 164C172 184 174 196 170 208'),
    area('brass', ellipse(150, 216, 6, 8)),
    area('brass', ellipse(170, 212, 6, 8)),
    mirror(area('brass', ellipse(229, 124, 8, 8))),
  ],
};

const crescent: Silhouette = {
  name: 'shoulder',
  ground: { x: 160, y: 262, reach: 96 },
  parts: [
    line('shade', 10, 'M62 152C70 20 250 20 258 152'),
    area(
      'body',
      'M50 150C56 142 70 142 80 150C120 172 200 172 240 150C250 142 264 142 270 150C288 214 228 264 160 264C92 264 32 214 50 150Z',
    ),
    line('metal', 4, 'M84 160C124 180 196 180 236 160'),
    area('metal', rectangle(232, 158, 9, 22, 4)),
    stitch('M56 180C66 232 114 252 160 252C206 252 254 232 264 180'),
    mirror(area('brass', ellipse(260, 150, 11, 11))),
    mirror(area('shade', ellipse(260, 150, 5, 5))),
  ],
};

export const handbags: readonly Silhouette[] = [tote, satchel, bucket, crescent];

const classicPack: Silhouette = {
  name: 'classic',
  ground: { x: 160, y: 294, reach: 92 },
  parts: [
    line('dark', 8, 'M140 44C140 18 180 18 180 44'),
    mirror(area('dark', 'M226 110C258 130 262 220 240 272L224 264C236 216 236 160 218 132Z')),
    area(
      'body',
      symmetricOutline(
        [160, 34],
        [212, 34, 236, 72, 236, 124],
        [240, 262],
        [240, 282, 228, 292, 208, 292],
        [160, 292],
      ),
    ),
    line('dark', 3.4, 'M88 142C84 64 124 52 160 52C196 52 236 64 232 142'),
    area('shade', rectangle(98, 178, 124, 96, 18)),
    line('dark', 3.4, 'M102 204H218'),
    area('contrast', rectangle(196, 202, 7, 20, 3)),
    area('contrast', rectangle(138, 100, 44, 34, 5)),
    stitch('M106 190H214M106 264H214'),
  ],
};

const rollTop: Silhouette = {
  name: 'roll-top',
  ground: { x: 160, y: 296, reach: 86 },
  parts: [
    mirror(area('dark', 'M218 130C248 150 252 224 232 274L218 266C228 220 228 176 210 150Z')),
    area(
      'body',
      symmetricOutline(
        [160, 66],
        [196, 66, 218, 68, 222, 76],
        [232, 268],
        [232, 284, 222, 294, 206, 294],
        [160, 294],
      ),
    ),
    area(
      'shade',
      'M92 34H228C236 34 240 40 240 50C240 60 236 66 228 66H92C84 66 80 60 80 50C80 40 84 34 92 34Z',
    ),
    area('shade', 'M94 64H226L224 90H96Z'),
    mirror(area('contrast', 'M196 36H210V176L203 184L196 176Z')),
    mirror(area('metal', rectangle(191, 146, 24, 18, 4))),
    area('shade', rectangle(104, 200, 112, 74, 8)),
    stitch('M110 208H210M110 266H210'),
  ],
};

const boxPack: Silhouette = {
  name: 'square',
  ground: { x: 160, y: 294, reach: 94 },
  parts: [
    area('shade', 'M142 46C142 24 178 24 178 46L170 46C170 34 150 34 150 46Z'),
    mirror(area('dark', 'M228 104C252 126 256 226 242 268L230 262Z')),
    area('body', rectangle(76, 44, 168, 248, 26)),
    area('contrast', ellipse(160, 108, 22, 22)),
    area('shade', ellipse(160, 108, 12, 12)),
    line('inside', 3, 'M78 156H242'),
    area('shade', rectangle(92, 180, 136, 98, 10)),
    line('contrast', 3, 'M100 202H220'),
    mirror(line('inside', 3, 'M226 52V156')),
    stitch('M86 66C88 58 94 54 102 54H218C226 54 232 58 234 66'),
  ],
};

export const backpacks: readonly Silhouette[] = [classicPack, rollTop, boxPack];
