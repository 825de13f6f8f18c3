import { parentPort, workerData } from 'node:worker_threads';
import { findNearestRows } from './average-nearest.ts';
import type { Features } from '../train/train-map.ts';

const { features, count } = workerData as { readonly features: Features; readonly count: number };

parentPort?.postMessage(findNearestRows(features, count));
