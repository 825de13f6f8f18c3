import { area, mirror, ellipse, line, type Silhouette, stitch, symmetricOutline } from './part.ts';

const straightMug: Silhouette = {
  name: 'straight',
  ground: { x: 144, y: 268, reach: 92 },
  parts: [
    line('shade', 17, 'M210 116C276 104 278 216 208 212'),
    area('body', 'M58 82V246C60 262 72 268 88 268H184C200 268 212 262 214 246V82Z'),
    area('inside', ellipse(136, 82, 78, 18)),
    line('tint', 5, 'M58 82A78 18 0 1 0 214 82A78 18 0 1 0 58 82'),
  ],
};

const roundMug: Silhouette = {
  name: 'rounded',
  ground: { x: 146, y: 262, reach: 84 },
  parts: [
    line('body', 16, 'M216 134C282 116 276 220 204 214'),
    area('body', 'M70 98C46 150 50 226 96 256C120 266 164 266 188 256C234 226 238 150 214 98Z'),
    area('shade', 'M92 252C120 264 164 264 192 252L188 264C164 270 120 270 96 264Z'),
    area('inside', ellipse(142, 98, 72, 18)),
    line('contrast', 5, 'M70 98A72 18 0 1 0 214 98A72 18 0 1 0 70 98'),
  ],
};

const tallMug: Silhouette = {
  name: 'tall',
  ground: { x: 146, y: 286, reach: 76 },
  parts: [
    line('shade', 14, 'M200 126C258 126 254 226 196 222'),
    area('body', 'M72 56L88 270C90 282 100 286 112 286H172C184 286 194 282 196 270L212 56Z'),
    area(
      'contrast',
      'M85 236L88 270C90 282 100 286 112 286H172C184 286 194 282 196 270L199 236C160 246 124 246 85 236Z',
    ),
    area('inside', ellipse(142, 56, 70, 14)),
    line('tint', 5, 'M72 56A70 14 0 1 0 212 56A70 14 0 1 0 72 56'),
  ],
};

export const mugs: readonly Silhouette[] = [straightMug, roundMug, tallMug];

const squareCushion: Silhouette = {
  name: 'square',
  ground: { x: 160, y: 286, reach: 112 },
  parts: [
    area(
      'body',
      symmetricOutline(
        [160, 52],
        [200, 56, 236, 50, 276, 40],
        [270, 84, 266, 122, 267, 160],
        [266, 200, 270, 240, 278, 282],
        [236, 274, 200, 272, 160, 274],
      ),
    ),
    line(
      'shade',
      3,
      'M44 40C84 50 120 56 160 52C200 56 236 50 276 40C270 84 266 122 267 160C266 200 270 240 278 282C236 274 200 272 160 274C120 272 84 274 42 282C50 240 54 200 53 160C54 122 50 84 44 40Z',
    ),
    mirror(line('shade', 2, 'M262 56C248 70 240 78 234 90M262 264C250 250 242 244 236 232')),
  ],
};

const roundCushion: Silhouette = {
  name: 'round',
  ground: { x: 160, y: 278, reach: 104 },
  parts: [
    area('body', ellipse(160, 166, 118, 108)),
    line('shade', 5, ellipse(160, 166, 112, 102)),
    line(
      'shade',
      2.4,
      'M160 166L160 84M160 166L222 112M160 166L246 166M160 166L220 222M160 166V250M160 166L100 222M160 166H74M160 166L98 112',
    ),
    area('contrast', ellipse(160, 166, 13, 12)),
  ],
};

const tasselCushion: Silhouette = {
  name: 'rectangular',
  ground: { x: 160, y: 256, reach: 128 },
  parts: [
    mirror(line('contrast', 6, 'M286 82L300 70M286 238L300 250')),
    mirror(area('contrast', 'M294 62L310 66L306 88L290 80ZM294 256L310 254L306 230L290 238Z')),
    area(
      'body',
      symmetricOutline(
        [160, 86],
        [210, 90, 250, 86, 290, 78],
        [284, 110, 282, 134, 283, 160],
        [282, 186, 284, 212, 290, 242],
        [250, 234, 210, 232, 160, 234],
      ),
    ),
    mirror(area('contrast', 'M250 85C246 130 246 190 250 236L266 238C260 190 260 130 266 82Z')),
    mirror(stitch('M240 90C236 130 236 190 240 230')),
  ],
};

export const cushions: readonly Silhouette[] = [squareCushion, roundCushion, tasselCushion];
