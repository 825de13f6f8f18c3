import { area, ellipse, line, type Part, type Silhouette, stitch } from './part.ts';

const ground = { x: 164, y: 246, reach: 128 };

/** Shoe laces from the ankle down to the toes, as `x1 y1 x2 y2`. */
const laces = (segments: readonly (readonly [number, number, number, number])[]): Part[] =>
  segments.map(([x1, y1, x2, y2]) => line('pale', 5, `M${x1} ${y1}L${x2} ${y2}`));

const lowTrainer: Silhouette = {
  name: 'low',
  ground,
  parts: [
    area('inside', 'M64 158C80 142 108 138 140 140L128 166L72 172Z'),
    area('shade', 'M118 152L128 116C140 108 152 112 158 120L164 160L140 172Z'),
    area(
      'body',
      'M48 216C44 190 50 166 58 144C64 138 72 140 74 148C88 164 112 164 126 146L140 142C160 166 194 182 236 188C268 192 286 204 286 218Z',
    ),
    area('shade', 'M232 187C268 192 286 204 286 218L226 218C218 204 222 194 232 187Z'),
    area('shade', 'M48 216C45 194 50 170 56 152C74 168 86 190 84 217Z'),
    area('contrast', 'M96 208C112 186 124 172 132 160L148 170C140 184 130 198 122 210Z'),
    area('contrast', 'M134 210C146 196 154 186 160 178L176 186C170 196 164 204 158 212Z'),
    ...laces([
      [134, 154, 162, 146],
      [148, 167, 176, 156],
      [164, 177, 194, 166],
      [182, 185, 212, 175],
    ]),
    stitch('M62 150C84 172 114 170 130 152'),
    area('pale', 'M42 214H288C294 226 288 240 274 240H60C46 240 40 228 42 214Z'),
    line('contrast', 3, 'M46 228H288'),
  ],
};

const highTrainer: Silhouette = {
  name: 'high-top',
  ground,
  parts: [
    area('inside', 'M64 92C84 80 116 80 142 88L136 112L70 112Z'),
    area('shade', 'M128 104L136 70C148 62 160 68 164 78L176 160L150 168Z'),
    area(
      'body',
      'M52 216C50 176 60 130 60 92C78 104 114 106 138 92C146 126 160 156 190 174C224 186 252 188 270 196C284 202 288 210 288 218Z',
    ),
    area('pale', 'M246 188C272 192 290 202 288 220L232 220C228 206 234 194 246 188Z'),
    area('shade', 'M52 216C51 190 56 160 58 136C76 152 88 186 86 217Z'),
    area('contrast', ellipse(98, 150, 21, 21)),
    line('shade', 4, 'M90 150L96 157L107 143'),
    ...laces([
      [134, 112, 158, 104],
      [139, 129, 164, 119],
      [148, 146, 172, 135],
      [160, 161, 184, 150],
      [178, 174, 201, 164],
    ]),
    stitch('M62 106C82 116 114 116 136 106'),
    area('pale', 'M44 213H290C294 226 290 241 278 241H58C46 241 42 228 44 213Z'),
    line('contrast', 4, 'M48 223H290'),
  ],
};

const runner: Silhouette = {
  name: 'runner',
  ground,
  parts: [
    area('inside', 'M66 156C82 140 108 136 138 138L128 164L74 170Z'),
    area('shade', 'M116 154L126 124C138 114 150 118 156 126L162 158L140 170Z'),
    area(
      'body',
      'M50 206C42 184 46 158 60 138C68 134 74 140 76 148C90 162 110 160 126 146L140 142C164 164 198 176 238 184C270 190 290 196 294 208L290 214H56Z',
    ),
    area('contrast', 'M86 204C116 198 152 196 180 178L194 183C166 206 128 212 92 213Z'),
    area('tint', 'M238 184C270 190 290 196 294 208L290 214H250C242 202 238 194 238 184Z'),
    area('shade', 'M50 206C44 186 48 164 56 148C68 162 76 184 74 210Z'),
    ...laces([
      [136, 155, 162, 147],
      [152, 165, 178, 155],
      [170, 173, 198, 163],
    ]),
    area(
      'pale',
      'M40 202C84 214 200 216 298 200C306 212 300 226 282 232C220 246 110 244 62 240C40 236 34 216 40 202Z',
    ),
    area(
      'shade',
      'M48 228C112 240 216 240 296 218C294 226 290 230 282 233C220 246 110 245 62 240C54 238 50 234 48 228Z',
    ),
  ],
};

export const trainers: readonly Silhouette[] = [lowTrainer, highTrainer, runner];
