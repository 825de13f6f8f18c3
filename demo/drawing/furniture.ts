import { area, mirror, ellipse, line, rectangle, type Silhouette, stitch, symmetricOutline } from './part.ts';

const coneLamp: Silhouette = {
  name: 'cone shade',
  ground: { x: 160, y: 294, reach: 66 },
  parts: [
    area(
      'wood',
      symmetricOutline(
        [160, 146],
        [166, 146],
        [166, 178],
        [196, 196, 200, 232, 178, 262],
        [206, 274],
        [212, 282, 212, 290, 208, 294],
        [160, 294],
      ),
    ),
    area('brass', rectangle(152, 138, 16, 22, 2)),
    area('glow', ellipse(160, 146, 88, 14)),
    area('body', 'M116 36H204L250 144C220 156 100 156 70 144Z'),
    line('contrast', 5, 'M116 37H204M70 143C100 156 220 156 250 143'),
  ],
};

const mushroomLamp: Silhouette = {
  name: 'mushroom',
  ground: { x: 160, y: 290, reach: 76 },
  parts: [
    area(
      'tint',
      symmetricOutline(
        [160, 150],
        [178, 150],
        [176, 210, 186, 246, 216, 272],
        [222, 282, 218, 290, 206, 290],
        [160, 290],
      ),
    ),
    area('glow', ellipse(160, 156, 112, 18)),
    area('body', 'M46 156C46 84 100 44 160 44C220 44 274 84 274 156C230 172 90 172 46 156Z'),
    area('brass', ellipse(160, 42, 9, 6)),
  ],
};

const deskLamp: Silhouette = {
  name: 'desk',
  ground: { x: 132, y: 290, reach: 78 },
  parts: [
    area('shade', 'M66 290C66 274 96 268 132 268C168 268 198 274 198 290Z'),
    line('metal', 8, 'M132 270L86 168L176 92'),
    area('brass', ellipse(86, 168, 10, 10)),
    area('glow', 'M180 138L256 96L264 112L192 158Z'),
    area('body', 'M156 76C168 58 196 52 214 62L262 98C246 124 214 146 182 150L152 112C146 98 148 86 156 76Z'),
    area('brass', ellipse(172, 92, 8, 8)),
  ],
};

const tripodLamp: Silhouette = {
  name: 'tripod',
  ground: { x: 160, y: 298, reach: 96 },
  parts: [
    line('wood', 9, 'M160 156L160 290'),
    mirror(line('wood', 9, 'M166 158L236 294')),
    area('brass', rectangle(146, 140, 28, 22, 4)),
    area('glow', ellipse(160, 138, 90, 10)),
    area('body', rectangle(70, 32, 180, 108, 10)),
    line('contrast', 4, 'M71 46H249M71 126H249'),
  ],
};

export const lamps: readonly Silhouette[] = [coneLamp, mushroomLamp, deskLamp, tripodLamp];

const diningChair: Silhouette = {
  name: 'dining',
  ground: { x: 160, y: 302, reach: 92 },
  parts: [
    mirror(line('wood', 10, 'M206 202L212 270')),
    mirror(line('wood', 12, 'M220 30L218 190')),
    area(
      'body',
      symmetricOutline([160, 34], [190, 34, 210, 38, 216, 44], [214, 122], [196, 130, 178, 132, 160, 132]),
    ),
    mirror(line('wood', 12, 'M228 206L240 300')),
    line('wood', 7, 'M92 252H228'),
    area(
      'body',
      'M98 178H222C234 184 244 196 246 206C246 214 240 218 232 218H88C80 218 74 214 74 206C76 196 86 184 98 178Z',
    ),
    area(
      'shade',
      'M74 206C74 214 80 218 88 218H232C240 218 246 214 246 206L245 218C244 226 238 228 232 228H88C82 228 76 226 75 218Z',
    ),
    stitch('M88 204H232'),
  ],
};

const armchair: Silhouette = {
  name: 'armchair',
  ground: { x: 160, y: 294, reach: 122 },
  parts: [
    mirror(line('wood', 12, 'M224 262L232 294')),
    area('body', symmetricOutline([160, 58], [214, 54, 242, 72, 242, 116], [236, 214], [160, 214])),
    line('shade', 3, 'M160 62V184'),
    area('tint', symmetricOutline([160, 178], [208, 178, 220, 182, 222, 196], [222, 226], [160, 226])),
    area('body', rectangle(64, 222, 192, 46, 10)),
    mirror(
      area(
        'body',
        'M218 150C222 128 280 126 282 156C282 196 276 236 270 262C268 270 262 270 256 270H226C222 234 222 190 218 150Z',
      ),
    ),
    mirror(line('shade', 3, 'M226 158C230 144 268 142 270 160')),
  ],
};

const stool: Silhouette = {
  name: 'stool',
  ground: { x: 160, y: 304, reach: 86 },
  parts: [
    mirror(line('wood', 9, 'M182 110L196 286')),
    mirror(line('wood', 11, 'M204 108L236 302')),
    line('wood', 7, 'M104 226H216M124 190H196'),
    area('shade', 'M76 92V112C80 130 240 130 244 112V92Z'),
    area('body', ellipse(160, 92, 84, 24)),
    stitch('M84 104C110 124 210 124 236 104'),
  ],
};

const shell: Silhouette = {
  name: 'shell',
  ground: { x: 160, y: 300, reach: 92 },
  parts: [
    mirror(line('wood', 10, 'M190 212L232 298M180 214L190 284')),
    line('metal', 4, 'M112 246L208 262M208 246L112 262'),
    area(
      'body',
      symmetricOutline(
        [160, 40],
        [206, 40, 232, 66, 236, 116],
        [252, 124, 266, 140, 260, 164],
        [252, 206, 210, 222, 160, 222],
      ),
    ),
    area(
      'shade',
      symmetricOutline([160, 158], [196, 158, 222, 164, 236, 176], [222, 204, 196, 214, 160, 214]),
    ),
    line('tint', 3, 'M96 116C98 76 122 56 160 56C198 56 222 76 224 116'),
  ],
};

export const chairs: readonly Silhouette[] = [diningChair, armchair, stool, shell];
