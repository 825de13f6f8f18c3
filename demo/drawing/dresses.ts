import { area, mirror, line, type Silhouette, stitch, symmetricOutline } from './part.ts';

const aLine: Silhouette = {
  name: 'a-line',
  ground: { x: 160, y: 300, reach: 92 },
  parts: [
    area('inside', 'M132 40C142 34 178 34 188 40L160 64Z'),
    mirror(area('shade', 'M200 36C222 42 232 60 236 84L208 96L196 66Z')),
    area(
      'body',
      symmetricOutline(
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
      symmetricOutline(
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
  ground: { x: 160, y: 306, reach: 98 },
  parts: [
    area('inside', 'M138 28C148 22 172 22 182 28L160 46Z'),
    mirror(area('shade', 'M196 30C216 38 226 56 230 78L206 88L194 62Z')),
    area(
      'body',
      symmetricOutline(
        [160, 48],
        [182, 24],
        [200, 32],
        [208, 60, 202, 92, 192, 124],
        [216, 170, 246, 236, 262, 286],
        [228, 306, 192, 310, 160, 310],
      ),
    ),
    mirror(area('contrast', 'M182 22L160 48L178 68L196 30Z')),
    line('shade', 2, 'M160 56V308'),
    line('shade', 1.8, 'M136 138C118 190 98 246 86 298M184 138C202 190 222 246 234 298'),
    line('pale', 5, 'M160 74V75M160 98V99M160 160V161M160 192V193M160 224V225M160 256V257M160 286V287'),
    area('dark', 'M127 120C148 126 172 126 193 120L196 136C172 142 148 142 124 136Z'),
    area('brass', 'M149 121H171V141H149ZM155 126V136H165V126Z'),
    stitch('M66 282C100 300 220 300 254 282'),
  ],
};

export const dresses: readonly Silhouette[] = [aLine, slip, shirtDress];
