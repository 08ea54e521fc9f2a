export { env, pipeline } from '@huggingface/transformers';

/** The folder of the runtime's files, as a URL. */
export const runtime = new URL('.', import.meta.resolve('onnxruntime-web')).href;
