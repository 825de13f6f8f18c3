import { area, both, line, type Silhouette, stitch, symmetric } from './part.ts';

const aLine: Silhouette = {
  name: 'a-line',
  ground: { x: 160, y: 300, reach: 92 },
  parts: [
    area('inside', 'M132 40C142 34 178 34 188 40L160 64Z'),
    both(area('shade', 'M200 36C222 42 232 60 236 84L208 96L196 66Z')),
    area(
      'body',
      symmetric(
        [160, 66],
        [178, 64, 188, 54, 192, 34],
        [204, 38],
        [212, 66, 206, 104, 196, 140],
        [226, 190, 244, 240, 252, 290],
        [222, 302, 190, 304, 160, 304],
      ),
    ),
    line('contrast', 9, 'M124 141C146 146 174 146 196 141'),
    line('shade', 2, 'M142 150C132 200 122 250 116 298M178 150C188 200 198 250 204 298M160 150V300'),
    line('shade', 5, 'M127 34C134 72 186 72 193 34'),
  ],
};

const slip: Silhouette = {
  name: 'slip',
  ground: { x: 160, y: 306, reach: 70 },
  parts: [
    line('shade', 4, 'M128 74C124 50 128 34 136 22M192 74C196 50 192 34 184 22'),
    area('inside', 'M128 74C146 66 174 66 192 74L160 96Z'),
    area(
      'body',
      symmetric(
        [160, 94],
        [172, 90, 184, 82, 192, 70],
        [202, 96, 202, 120, 196, 150],
        [206, 200, 218, 250, 224, 298],
        [204, 307, 182, 309, 160, 309],
      ),
    ),
    line('tint', 3, 'M128 71C140 88 150 92 160 94C170 92 180 88 192 71'),
    line('shade', 1.8, 'M136 160C132 210 126 260 122 300M176 170C182 214 186 260 188 302'),
    line('shade', 1.8, 'M196 150C184 158 172 160 160 158'),
  ],
};

const shirtDress: Silhouette = {
  name: 'shirt',
  ground: { x: 160, y: 300, reach: 78 },
  parts: [
    area('inside', 'M132 40C144 32 176 32 188 40L160 60Z'),
    both(area('body', 'M204 42C234 50 246 74 252 100L266 170L240 178L214 106Z')),
    both(area('shade', 'M262 156L268 178L240 186L236 164Z')),
    area(
      'body',
      symmetric(
        [160, 62],
        [188, 36],
        [210, 44],
        [222, 74, 214, 112, 206, 150],
        [218, 200, 224, 246, 226, 284],
        [206, 300, 182, 304, 160, 304],
      ),
    ),
    both(area('contrast', 'M188 34L160 62L182 84L202 42Z')),
    line('shade', 2, 'M160 70V302'),
    line('pale', 5, 'M160 94V95M160 120V121M160 186V187M160 216V217M160 246V247M160 276V277'),
    area('dark', 'M113 144C144 152 176 152 207 144L208 160C176 168 144 168 112 160Z'),
    area('brass', 'M148 147H172V167H148ZM154 152V162H166V152Z'),
    stitch('M98 280C136 296 184 296 222 280'),
  ],
};

export const dresses: readonly Silhouette[] = [aLine, slip, shirtDress];
