/** @file `npm run schemas`: writes schemas/ anew. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { publishedSchemas } from './jsonSchemas.ts';

const FOLDER = new URL('../../../schemas/', import.meta.url);

mkdirSync(FOLDER, { recursive: true });
for (const [file, text] of publishedSchemas()) writeFileSync(new URL(file, FOLDER), text);
