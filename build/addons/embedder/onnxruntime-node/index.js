// The models' library asks for the native runtime by this name. `overrides` in package.json gives it this one.
export * from 'onnxruntime-web';
export { default } from 'onnxruntime-web';
