import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { computeSourceHash } from './source-hash.ts'

/** What says whether pages are current; build.ts needs developers' tools, and this file does not. */
export interface BuiltPages {
  ingredients: string[]
  output: string
  /** File with the hash of the sources of `output`. */
  stamp: string
}

export const portalPages: BuiltPages = {
  ingredients: [
    'apps',
    'client',
    'ui',
    'site',
    'contract',
    'package-lock.json',
    'tsconfig.base.json',
    'tools/browser-floor',
  ],
  output: 'dist',
  stamp: '.cache/build-hash',
}

export async function isBuilt({ stamp, output }: BuiltPages, hash: string): Promise<boolean> {
  return existsSync(output) && (await readFile(stamp, 'utf8').catch(() => '')) === hash
}

/** @throws Error with one line when the pages are missing or of another source. */
export async function requireBuiltPages(pages = portalPages): Promise<void> {
  if (!existsSync(pages.output) || !existsSync(pages.stamp))
    throw new Error(`there are no pages in ${pages.output}: run npm run build`)
  if (!(await isBuilt(pages, await computeSourceHash(pages.ingredients))))
    throw new Error(`the pages in ${pages.output} were built from another source: run npm run build`)
}
