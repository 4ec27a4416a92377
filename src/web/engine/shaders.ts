/** @file The WGSL sources as the bundler puts them into the page: the files that Node reads, unchanged. */
import { SHADER_NAMES, type ShaderSources } from '../../device/webgpu/kernels.ts';

const files: Readonly<Record<string, string>> = import.meta.glob('../../../shaders/*.wgsl', { query: '?raw', import: 'default', eager: true });

/** All kernels. @throws Error where the build lacks one */
export function bundledShaders(): ShaderSources {
  const entries = SHADER_NAMES.map((name) => {
    const source = files[`../../../shaders/${name}.wgsl`];
    if (source === undefined) throw new Error(`the page was built without the shader ${name}.wgsl`);
    return [name, source] as const;
  });
  return Object.fromEntries(entries) as ShaderSources;
}
