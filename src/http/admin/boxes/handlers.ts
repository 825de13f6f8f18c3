import { describeBox, nameById } from '../../../declare/describe.ts';
import type { Box } from '../../../domain/box.ts';
import type { Website } from '../../../domain/website.ts';
import { Fault } from '../../../errors.ts';
import type { HandlersOf } from '../core/handler.ts';
import { found, refuseRename, refuseTaken } from '../core/own-things.ts';
import { curationOf } from './curation.ts';
import { presentBox } from './presenter.ts';
import { createPreview, type PreviewNeeds } from './preview.ts';
import type { boxRoutes } from './routes.ts';
import type { WirePreviewRequest } from './schema.ts';

export type BoxNeeds = PreviewNeeds & {
  /** Calls of the last 24 hours, by hour; null where nothing was counted. */
  readonly traffic: (websiteId: number, boxId: number) => readonly number[] | null;
};

export const boxHandlers = (needs: BoxNeeds): HandlersOf<typeof boxRoutes> => {
  const { store, things, traffic } = needs;
  const preview = createPreview(needs);

  const own = ({ id }: Website, name: string): Box => found('box', store.boxes.byName(id, name));
  const datasetOf = ({ websiteId, datasetId }: Box) => nameById(store.datasets.list(websiteId))(datasetId);
  const present = (box: Box) => presentBox(box, datasetOf(box), traffic(box.websiteId, box.id));

  return {
    listBoxes: ({ website }) => store.boxes.list(website.id).map(present),
    createBox: ({ website, actor, body }) => {
      refuseTaken('box', body.name, store.boxes.byName(website.id, body.name));
      things.applyOne(actor, website, 'boxes', body);
      return present(own(website, body.name));
    },
    getBox: ({ website, params }) => present(own(website, params.box)),
    updateBox: ({ website, actor, params, body }) => {
      const { name } = own(website, params.box);
      refuseRename('box', name, body);
      things.applyOne(actor, website, 'boxes', body);
      return present(own(website, name));
    },
    removeBox: ({ website, actor, params }) =>
      store.boxes.remove(website.id, actor, own(website, params.box).name),
    previewBox: async ({ website, params, body, requestId, actor }) => {
      const request = body as WirePreviewRequest;
      return { ready: await preview({ website, box: own(website, params.box), request, requestId, actor }) };
    },
    getCuration: ({ website, params }) => curationOf(describeRelated(own(website, params.box), datasetOf)),
    putCuration: ({ website, actor, params, body }) => {
      const box = own(website, params.box);
      const declared = describeRelated(box, datasetOf);
      things.applyOne(actor, website, 'boxes', { ...declared, curation: body });
      return curationOf(describeRelated(own(website, box.name), datasetOf));
    },
  };
};

const describeRelated = (box: Box, datasetOf: (box: Box) => string) => {
  if (box.kind !== 'search') return describeBox(box, datasetOf(box));
  throw new Fault('bad-input', 'A search box has campaigns, and no curation.');
};
