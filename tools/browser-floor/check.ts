import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { allowedInScripts, allowedInStyles } from './allowed.ts'
import { readCompatData } from './floor.ts'
import { collectScriptFeatureNames, type FloorFinding, findNewInScript } from './scripts.ts'
import { findNewInStyles } from './styles.ts'

/** Lists features in built files that the oldest browsers lack. */
export async function listNewerFeatures(folders: readonly string[]): Promise<string[]> {
  const data = readCompatData()
  const names = collectScriptFeatureNames(data)
  const files = (await Promise.all(folders.map(builtBelow))).flat().sort()
  const lines = new Map<string, string>()
  for (const file of files) {
    const text = await readFile(file, 'utf8')
    const styles = file.endsWith('.css')
    const found = styles ? findNewInStyles(text, data) : findNewInScript(file, text, names)
    for (const { name, around } of found.filter(notIn(styles ? allowedInStyles : allowedInScripts)))
      lines.set(name, lines.get(name) ?? `${file}: ${name} is newer than decision 028 … ${around}`)
  }
  return [...lines.values()]
}

const notIn =
  (allowed: ReadonlyMap<string, string>) =>
  ({ name }: FloorFinding) =>
    !allowed.has(name)

async function builtBelow(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true })
  return names.filter((name) => /\.(js|css)$/.test(name)).map((name) => join(folder, name))
}
