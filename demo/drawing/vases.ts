import { area, mirror, ellipse, line, type Part, type Silhouette, symmetricOutline } from './part.ts';

const blossom = (x: number, y: number, size: number): Part[] => {
  const petals = Array.from({ length: 5 }, (_, index) => {
    const turn = (index * 2 * Math.PI) / 5 - Math.PI / 2;
    return ellipse(
      Math.round(x + Math.cos(turn) * size),
      Math.round(y + Math.sin(turn) * size),
      size * 0.8,
      size * 0.8,
    );
  });
  return [
    ...petals.map((petal) => area('pale', petal)),
    area('brass', ellipse(x, y, size * 0.6, size * 0.6)),
  ];
};

/** Three stems out of a mouth at (160, y). */
const flowers = (y: number): Part[] => [
  line('leaf', 3.4, `M160 ${y}C152 ${y - 30} 136 ${y - 46} 118 ${y - 58}`),
  line('leaf', 3.4, `M160 ${y}C162 ${y - 36} 164 ${y - 52} 162 ${y - 76}`),
  line('leaf', 3.4, `M160 ${y}C170 ${y - 26} 188 ${y - 40} 206 ${y - 48}`),
  area(
    'leaf',
    `M146 ${y - 30}C128 ${y - 24} 118 ${y - 30} 112 ${y - 40}C128 ${y - 46} 140 ${y - 40} 146 ${y - 30}Z`,
  ),
  area(
    'leaf',
    `M172 ${y - 22}C190 ${y - 12} 204 ${y - 14} 212 ${y - 22}C198 ${y - 32} 182 ${y - 32} 172 ${y - 22}Z`,
  ),
  ...blossom(116, y - 62, 10),
  ...blossom(162, y - 80, 12),
  ...blossom(210, y - 52, 10),
];

const bottle: Silhouette = {
  name: 'bottle',
  ground: { x: 160, y: 290, reach: 70 },
  parts: [
    area('inside', ellipse(160, 109, 20, 5)),
    ...flowers(110),
    area(
      'body',
      symmetricOutline(
        [160, 114],
        [170, 114, 178, 112, 180, 109],
        [177, 140, 174, 152, 178, 166],
        [184, 184, 226, 204, 226, 240],
        [226, 276, 198, 290, 180, 290],
        [160, 290],
      ),
    ),
    line('contrast', 4, 'M142 166C150 170 170 170 178 166'),
  ],
};

const amphora: Silhouette = {
  name: 'amphora',
  ground: { x: 160, y: 292, reach: 62 },
  parts: [
    mirror(line('shade', 11, 'M186 66C246 56 258 120 222 138')),
    area(
      'body',
      symmetricOutline(
        [160, 46],
        [178, 46, 190, 44, 196, 40],
        [196, 62, 186, 76, 184, 92],
        [228, 112, 240, 150, 226, 196],
        [216, 236, 194, 256, 190, 276],
        [196, 284, 198, 290, 198, 292],
        [160, 292],
      ),
    ),
    area('inside', ellipse(160, 42, 36, 8)),
    line('contrast', 6, 'M96 150C120 160 200 160 224 150'),
    line('contrast', 3, 'M95 166C120 176 200 176 225 166'),
  ],
};

const bulb: Silhouette = {
  name: 'bulb',
  ground: { x: 160, y: 286, reach: 92 },
  parts: [
    area('inside', ellipse(160, 117, 36, 9)),
    ...flowers(118),
    area(
      'body',
      symmetricOutline(
        [160, 124],
        [176, 124, 190, 122, 196, 117],
        [193, 128, 195, 134, 202, 140],
        [248, 158, 264, 200, 248, 240],
        [238, 268, 212, 286, 190, 286],
        [160, 286],
      ),
    ),
  ],
};

const cylinder: Silhouette = {
  name: 'cylinder',
  ground: { x: 160, y: 294, reach: 62 },
  parts: [
    area('inside', ellipse(160, 122, 50, 11)),
    ...flowers(124),
    area('body', 'M110 122C112 136 208 136 210 122L204 278C202 290 184 295 160 295C136 295 118 290 116 278Z'),
    line('contrast', 5, 'M114 236C134 248 186 248 206 236M115 252C136 264 184 264 205 252'),
  ],
};

export const vases: readonly Silhouette[] = [bottle, amphora, bulb, cylinder];
