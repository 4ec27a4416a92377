/** @file WebGPU's flag constants, as the specification fixes them: Node has no such globals unless a binding puts them there. */

/** GPUBufferUsage. */
export const BUFFER_USAGE = { mapRead: 0x1, copySrc: 0x4, copyDst: 0x8, uniform: 0x40, storage: 0x80, queryResolve: 0x200 } as const;

/** GPUMapMode.READ. */
export const MAP_MODE_READ = 0x1;
