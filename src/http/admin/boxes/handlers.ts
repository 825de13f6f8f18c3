import { describeBox, nameById } from '../../../declare/describe/describe.ts';
import type { Box, RelatedBox } from '../../../domain/box.ts';
import type { Website } from '../../../domain/website.ts';
import { Fault } from '../../../errors.ts';
import type { HandlersOf } from '../core/handler.ts';
import { refuseDuplicate, refuseRename, requireFound } from '../core/item-checks.ts';
import type { HandlerNeeds } from '../core/needs.ts';
import { createPreview } from './preview.ts';
import type { boxRoutes } from './routes.ts';

export const boxHandlers = (needs: HandlerNeeds): HandlersOf<typeof boxRoutes> => {
  const { store, declarations, analytics, now } = needs;
  const preview = createPreview(needs);

  const findBox = ({ id }: Website, name: string): Box => requireFound('box', store.boxes.byName(id, name));
  const datasetName = ({ websiteId, datasetId }: Box) => nameById(store.datasets.list(websiteId))(datasetId);
  const present = (box: Box, dataset = datasetName(box)) => ({
    declaration: describeBox(box, dataset),
    tracker: box.tracker,
    kind: box.kind,
    dataset,
    traffic: analytics.traffic(box.websiteId, box.id, new Date(now())),
  });

  return {
    listBoxes: ({ website }) => {
      const name = nameById(store.datasets.list(website.id));
      return store.boxes.list(website.id).map((box) => present(box, name(box.datasetId)));
    },
    createBox: async ({ website, actor, body }) => {
      refuseDuplicate('box', body, (name) => store.boxes.byName(website.id, name));
      await declarations.applyOneOfAnySize(actor, website, 'boxes', body);
      return present(findBox(website, body.name));
    },
    getBox: ({ website, params }) => present(findBox(website, params.box)),
    updateBox: async ({ website, actor, params, body }) => {
      const { name } = findBox(website, params.box);
      refuseRename('box', name, body);
      await declarations.applyOneOfAnySize(actor, website, 'boxes', body);
      return present(findBox(website, name));
    },
    removeBox: ({ website, actor, params }) =>
      store.boxes.remove(website.id, actor, findBox(website, params.box).name),
    previewBox: async ({ website, params, body: request, requestId, actor }) => {
      const box = findBox(website, params.box);
      return { json: await preview({ website, box, request, requestId, actor }) };
    },
    getCuration: ({ website, params }) => requireRelated(findBox(website, params.box)).curation ?? [],
    putCuration: async ({ website, actor, params, body }) => {
      const box = requireRelated(findBox(website, params.box));
      const declared = { ...describeBox(box, datasetName(box)), curation: body };
      await declarations.applyOneOfAnySize(actor, website, 'boxes', declared);
      return requireRelated(findBox(website, box.name)).curation ?? [];
    },
  };
};

const requireRelated = (box: Box): RelatedBox => {
  if (box.kind !== 'search') return box;
  throw new Fault('bad-input', 'A search box has campaigns, and no curation.');
};
