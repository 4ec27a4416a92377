/** @file The WGSL sources, read from the package. */
import { readFile } from 'node:fs/promises';
import { SimError } from '../../core/errors.ts';
import { SHADER_NAMES, type ShaderSources } from '../webgpu/kernels.ts';

/** From here, in src/ as in dist/, the package's root is three folders up. */
const SHADERS = new URL('../../../shaders/', import.meta.url);

/** @throws SimError(file) when the installation lacks one */
export async function loadShaders(): Promise<ShaderSources> {
  const entries = SHADER_NAMES.map(async (name) => {
    const file = new URL(`${name}.wgsl`, SHADERS);
    try {
      return [name, await readFile(file, 'utf8')] as const;
    } catch (cause) {
      throw new SimError('file', { what: `the shader ${name}.wgsl cannot be read`, where: { file: file.pathname }, mend: 'Install the package again.', cause });
    }
  });
  return Object.fromEntries(await Promise.all(entries)) as ShaderSources;
}
