import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import { loadGraphModel, type GraphModel } from '@tensorflow/tfjs-converter';
import * as tf from '@tensorflow/tfjs-core';
import { itemAt, must } from '#contract/must.ts';
import { CLASSIFIED_PIXELS, type Answer, type ClassifierData, type ToClassify } from './classifier.ts';

// Classifies pictures with the model MobileNetV2Mid of the package nsfwjs, in WebAssembly. `classifier.ts`
// starts this thread and ends it when no pictures come (docs/decisions/0058-picture-classifier.md).

/** Classes of the model, in the order of its output. */
const classes = ['drawing', 'hentai', 'neutral', 'porn', 'sexy'];
const INTIMATE = ['hentai', 'porn'];

interface ModelJson {
  modelTopology: object;
  weightsManifest: { paths: string[]; weights: tf.io.WeightsManifestEntry[] }[];
}

const require = createRequire(import.meta.url);
const { model: given } = workerData as ClassifierData;

/** The package has its weights as base64 in CommonJS files. */
async function modelOfPackage(): Promise<tf.io.ModelArtifacts> {
  const beside = dirname(require.resolve('nsfwjs/models/mobilenet_v2_mid'));
  const folder = given ?? join(beside, '../../models/mobilenet_v2_mid');
  const { modelTopology, weightsManifest } = require(join(folder, 'model.min.js')) as ModelJson;
  const shards = weightsManifest.flatMap(({ paths }) =>
    paths.map((path) => Buffer.from(require(join(folder, `${path}.min.js`)) as string, 'base64')),
  );
  return {
    modelTopology,
    weightSpecs: weightsManifest.flatMap(({ weights }) => weights),
    weightData: new Uint8Array(Buffer.concat(shards)).buffer,
  };
}

async function load() {
  setWasmPaths(`${dirname(require.resolve('@tensorflow/tfjs-backend-wasm'))}/`);
  // More threads would compete with the requests for the cores.
  tf.env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
  await tf.setBackend('wasm');
  return loadGraphModel({ load: modelOfPackage });
}

/** Percentage of the classes that are intimate. */
async function intimacyOf(model: GraphModel, pixels: Uint8Array): Promise<number> {
  const size = CLASSIFIED_PIXELS;
  const output = tf.tidy(() => {
    const colours = tf.tensor4d(
      Float32Array.from(pixels, (value) => value / 255),
      [1, size, size, 3],
    );
    return model.predict(colours) as tf.Tensor;
  });
  const shares = await output.data();
  output.dispose();
  const percent = INTIMATE.reduce((sum, name) => sum + itemAt(shares, classes.indexOf(name)) * 100, 0);
  if (!Number.isFinite(percent)) throw new Error('the model gave no numbers');
  return Math.round(percent);
}

const port = must(parentPort, 'parent of this worker');
const model = await load();
port.on('message', (asked: ToClassify) => {
  void intimacyOf(model, asked.pixels).then(
    (percent) => port.postMessage({ percent } satisfies Answer),
    (error: unknown) => port.postMessage({ error: (error as Error).message } satisfies Answer),
  );
});
