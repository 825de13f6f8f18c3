import { area, mirror, line, rectangle, type Silhouette, stitch, symmetricOutline } from './part.ts';

const ground = { x: 160, y: 292, reach: 82 };

const crewTee: Silhouette = {
  name: 'crew neck',
  ground,
  parts: [
    area('inside', 'M122 54C136 46 184 46 198 54C192 78 128 78 122 54Z'),
    area(
      'body',
      symmetricOutline(
        [160, 82],
        [180, 82, 194, 72, 200, 52],
        [218, 60],
        [242, 68, 262, 82, 270, 100],
        [296, 152],
        [254, 172],
        [234, 140],
        [230, 190, 232, 236, 236, 284],
        [208, 289, 184, 290, 160, 290],
      ),
    ),
    line('shade', 7, 'M121 54C128 92 192 92 199 54'),
    mirror(stitch('M250 164L290 145')),
    stitch('M86 278C136 284 184 284 234 278'),
    mirror(line('shade', 1.8, 'M234 140C228 130 226 118 228 104')),
    line('shade', 1.6, 'M112 236C120 250 122 262 120 276'),
  ],
};

const longSleeve: Silhouette = {
  name: 'long-sleeved',
  ground,
  parts: [
    area('inside', 'M126 52C138 46 182 46 194 52L160 74Z'),
    mirror(area('body', 'M214 58C244 66 260 84 264 108L290 250L258 258L228 140Z')),
    mirror(area('shade', 'M286 232L291 256L259 264L255 240Z')),
    area(
      'body',
      symmetricOutline(
        [160, 72],
        [180, 70, 192, 62, 197, 50],
        [216, 58],
        [236, 64],
        [240, 96, 234, 120, 232, 142],
        [229, 190, 230, 236, 232, 282],
        [206, 287, 184, 288, 160, 288],
      ),
    ),
    line('shade', 6, 'M124 51C130 82 190 82 196 51'),
    mirror(line('shade', 1.8, 'M236 66C240 96 234 120 232 142')),
    stitch('M90 276C136 282 184 282 230 276'),
  ],
};

const vNeck: Silhouette = {
  name: 'v-neck',
  ground,
  parts: [
    area('inside', 'M124 54C138 44 182 44 196 54L160 100Z'),
    area(
      'body',
      symmetricOutline(
        [160, 118],
        [199, 52],
        [216, 58],
        [240, 64, 258, 74, 268, 92],
        [286, 132],
        [246, 152],
        [232, 132],
        [222, 176, 224, 220, 240, 284],
        [210, 290, 184, 291, 160, 291],
      ),
    ),
    line('contrast', 6, 'M121 52L160 118L199 52'),
    mirror(stitch('M242 144L281 124')),
    stitch('M82 278C136 285 184 285 238 278'),
    area('shade', rectangle(184, 150, 34, 38, 4)),
    stitch('M184 160H218'),
  ],
};

export const tShirts: readonly Silhouette[] = [crewTee, longSleeve, vNeck];

const sleeves = [
  mirror(area('body', 'M208 92C246 98 262 118 266 142L286 244L250 254L224 168Z')),
  mirror(area('shade', 'M280 240L288 268L256 276L248 250Z')),
];
const torso = symmetricOutline(
  [160, 96],
  [184, 96, 204, 92, 212, 92],
  [232, 100],
  [238, 132, 232, 150, 232, 170],
  [230, 260],
  [206, 266, 184, 268, 160, 268],
);
const hem = area(
  'shade',
  symmetricOutline([160, 266], [184, 266, 206, 264, 231, 258], [229, 288], [206, 293, 184, 294, 160, 294]),
);

const pullover: Silhouette = {
  name: 'pullover',
  ground: { x: 160, y: 298, reach: 86 },
  parts: [
    ...sleeves,
    area('body', torso),
    hem,
    area('shade', symmetricOutline([160, 28], [196, 28, 216, 56, 214, 98], [200, 116, 176, 122, 160, 122])),
    area('inside', symmetricOutline([160, 42], [184, 42, 196, 64, 194, 90], [184, 104, 172, 108, 160, 108])),
    area('shade', 'M112 206H208L226 244V262H94V244Z'),
    stitch('M112 212L98 244M208 212L222 244'),
    line('pale', 4, 'M142 112V158M178 112V166'),
    mirror(line('inside', 1.8, 'M232 170C228 150 230 130 234 112')),
  ],
};

const zipHoodie: Silhouette = {
  name: 'zip-up',
  ground: { x: 160, y: 298, reach: 86 },
  parts: [
    ...sleeves,
    area('body', torso),
    hem,
    area(
      'contrast',
      symmetricOutline([160, 28], [196, 28, 216, 56, 214, 98], [204, 108, 180, 124, 160, 146]),
    ),
    area('inside', symmetricOutline([160, 42], [184, 42, 196, 64, 194, 88], [184, 100, 172, 112, 160, 126])),
    line('metal', 4.5, 'M160 128V294'),
    area('metal', rectangle(156, 138, 8, 16, 3)),
    mirror(line('inside', 4, 'M208 208L228 244')),
    line('pale', 4, 'M140 130V170M180 130V176'),
    mirror(line('inside', 1.8, 'M232 170C228 150 230 130 234 112')),
  ],
};

const sweatshirt: Silhouette = {
  name: 'crew',
  ground: { x: 160, y: 298, reach: 86 },
  parts: [
    area('inside', 'M122 66C136 56 184 56 198 66L160 96Z'),
    mirror(area('shade', 'M196 70C246 76 262 106 266 136L286 244L250 254L224 168Z')),
    mirror(area('contrast', 'M280 240L288 268L256 276L248 250Z')),
    area(
      'body',
      symmetricOutline(
        [160, 96],
        [182, 94, 196, 84, 202, 66],
        [216, 90, 232, 130, 232, 170],
        [230, 260],
        [206, 266, 184, 268, 160, 268],
      ),
    ),
    area(
      'contrast',
      symmetricOutline(
        [160, 266],
        [184, 266, 206, 264, 231, 258],
        [229, 288],
        [206, 293, 184, 294, 160, 294],
      ),
    ),
    line('contrast', 9, 'M119 66C124 106 196 106 201 66'),
    stitch('M147 104L160 124L173 104'),
  ],
};

export const hoodies: readonly Silhouette[] = [pullover, zipHoodie, sweatshirt];
