import {
  area,
  mirror,
  ellipse,
  line,
  type Part,
  rectangle,
  type Silhouette,
  stitch,
  symmetricOutline,
} from './part.ts';

const strap: Part[] = [
  area('body', symmetricOutline([160, 16], [176, 16, 184, 20, 185, 28], [194, 104], [160, 108])),
  area('body', symmetricOutline([160, 212], [194, 216], [186, 286], [184, 300, 174, 306, 160, 306])),
  mirror(stitch('M180 30L188 98M188 222L181 284')),
  line('inside', 5, 'M160 250V251M160 266V267M160 282V283'),
  area('metal', 'M134 14H186V30H134ZM142 19V25H178V19Z'),
];
const marks = (radius: number): Part =>
  line(
    'dark',
    4,
    Array.from({ length: 12 }, (_, hour) => {
      const [x, y] = [Math.sin((hour * Math.PI) / 6), -Math.cos((hour * Math.PI) / 6)];
      const at = (r: number) => `${(160 + x * r).toFixed(1)} ${(160 + y * r).toFixed(1)}`;
      return `M${at(radius)}L${at(radius - 8)}`;
    }).join(''),
  );
const hands: Part[] = [
  line('dark', 5, 'M160 160L138 132'),
  line('dark', 3.4, 'M160 160L192 126'),
  area('brass', ellipse(160, 160, 5, 5)),
];

const roundWatch: Silhouette = {
  name: 'round',
  ground: { x: 160, y: 310, reach: 50 },
  parts: [
    ...strap,
    area('metal', rectangle(222, 152, 14, 16, 4)),
    area('metal', ellipse(160, 160, 66, 66)),
    area('pale', ellipse(160, 160, 54, 54)),
    marks(48),
    ...hands,
  ],
};

const squareWatch: Silhouette = {
  name: 'square',
  ground: { x: 160, y: 310, reach: 50 },
  parts: [
    ...strap,
    area('brass', rectangle(220, 152, 14, 16, 4)),
    area('brass', rectangle(102, 94, 116, 132, 22)),
    area('pale', rectangle(114, 106, 92, 108, 14)),
    line('dark', 5, 'M160 112V124M160 196V208M120 160H131M189 160H200'),
    ...hands,
  ],
};

const dial = (x: number, y: number): Part[] => [
  area('metal', ellipse(x, y, 13, 13)),
  area('pale', ellipse(x, y, 10, 10)),
  line('dark', 2, `M${x} ${y}L${x + 5} ${y - 6}`),
];
const chronograph: Silhouette = {
  name: 'chronograph',
  ground: { x: 160, y: 310, reach: 50 },
  parts: [
    ...strap,
    area('metal', 'M216 116L230 106L238 118L224 128ZM216 204L230 214L238 202L224 192ZM222 152H240V168H222Z'),
    area('metal', ellipse(160, 160, 70, 70)),
    area('shade', ellipse(160, 160, 60, 60)),
    area('inside', ellipse(160, 160, 48, 48)),
    line(
      'pale',
      4,
      'M160 106V116M160 204V214M106 160H116M204 160H214M122 122L129 129M198 122L191 129M122 198L129 191M198 198L191 191',
    ),
    ...dial(137, 160),
    ...dial(183, 160),
    ...dial(160, 186),
    line('pale', 4, 'M160 160L140 130M160 160L186 128'),
  ],
};

export const watches: readonly Silhouette[] = [roundWatch, squareWatch, chronograph];

const cap: Silhouette = {
  name: 'baseball',
  ground: { x: 160, y: 236, reach: 116 },
  parts: [
    area('body', 'M58 202C50 128 94 84 148 84C206 84 236 132 232 196C180 178 110 180 58 202Z'),
    area(
      'shade',
      'M58 202C110 178 184 176 234 194C268 196 302 212 304 226C300 236 280 232 256 226C196 212 120 210 62 216C56 214 56 208 58 202Z',
    ),
    line(
      'inside',
      1.8,
      'M148 84C132 110 124 150 126 184M148 84C178 106 192 146 194 184M148 84C110 96 84 140 82 192',
    ),
    area('contrast', ellipse(148, 84, 9, 6)),
    area('contrast', ellipse(161, 140, 20, 20)),
    stitch('M240 202C266 206 288 214 296 222M230 208C256 210 276 216 290 224'),
  ],
};

const bucketHat: Silhouette = {
  name: 'bucket',
  ground: { x: 160, y: 254, reach: 122 },
  parts: [
    area(
      'shade',
      symmetricOutline(
        [160, 166],
        [200, 166, 226, 172, 234, 180],
        [262, 196, 284, 216, 292, 238],
        [262, 256, 200, 260, 160, 260],
      ),
    ),
    area(
      'body',
      symmetricOutline([160, 72], [196, 72, 214, 78, 220, 90], [234, 182], [214, 194, 186, 198, 160, 198]),
    ),
    line('contrast', 9, 'M88 178C120 196 200 196 232 178'),
    stitch('M52 226C92 244 228 244 268 226M44 236C88 254 232 254 276 236'),
    stitch('M102 92C130 102 190 102 218 92'),
  ],
};

const beanie: Silhouette = {
  name: 'beanie',
  ground: { x: 160, y: 254, reach: 92 },
  parts: [
    area('contrast', ellipse(160, 58, 27, 26)),
    line('pale', 2, 'M144 48L150 60M160 40V54M176 50L170 62M148 74L158 66M174 72L164 68'),
    area('body', symmetricOutline([160, 78], [212, 78, 240, 124, 242, 208], [160, 212])),
    area('shade', rectangle(70, 196, 180, 56, 18)),
    line(
      'inside',
      2,
      'M92 200V248M110 200V248M128 200V248M146 200V248M164 200V248M182 200V248M200 200V248M218 200V248M236 200V248',
    ),
  ],
};

const wideBrim: Silhouette = {
  name: 'wide-brimmed',
  ground: { x: 160, y: 244, reach: 138 },
  parts: [
    area('shade', ellipse(160, 206, 140, 36)),
    area(
      'body',
      'M92 204C90 150 96 98 116 88C134 80 148 96 160 96C172 96 186 80 204 88C224 98 230 150 228 204C190 220 130 220 92 204Z',
    ),
    area(
      'contrast',
      'M92 206C91 194 91 184 92 172C130 188 190 188 228 172C229 184 229 194 228 206C190 222 130 222 92 206Z',
    ),
    line('shade', 2.4, 'M160 97C156 110 156 122 160 132'),
    line('tint', 2, 'M24 210C60 244 260 244 296 210'),
  ],
};

export const hats: readonly Silhouette[] = [cap, bucketHat, beanie, wideBrim];
