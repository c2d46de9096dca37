// The bundler puts the file beside the scripts; what is imported is its address, relative to the script.
declare module "*.bin" {
  const path: string;
  export default path;
}
