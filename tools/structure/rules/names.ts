import { listCodeFiles, type SourceTree } from '../tree.ts'

const grabBags = /^(utils?|misc|helpers?|common|shared|lib)$/
/** Files that are allowed despite the rules: the contract's entry and its shared schemas. */
const allowed = new Set(['contract/src/index.ts', 'contract/src/common.ts'])
const kebab = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const pascal = /^[A-Z][A-Za-z0-9]*$/

/**
 * Checks file names: kebab-case, PascalCase for components, wire names unchanged; no general names such as utils, no
 * files that only re-export.
 */
export function checkFileNames(tree: SourceTree): string[] {
  const wireNames = new Set(
    [...tree.paths].flatMap((path) => /^server\/src\/modules\/(?:.+\/)?(\w+)\/routes\.ts$/.exec(path)?.[1] ?? []),
  )
  return listCodeFiles(tree).flatMap(([path]) => {
    if (allowed.has(path)) return []
    const file = path.split('/').at(-1) ?? ''
    const stem = file.replace(
      /(\.(config|d|worker|unit\.test|property\.test|browser\.test|test|spec|cases))?\.\w+$/,
      '',
    )
    if (grabBags.test(stem)) return [`${path}: a grab-bag name; name what it does`]
    if (stem === 'index') return [`${path}: no barrels`]
    const fits = kebab.test(stem) || wireNames.has(stem) || (file.endsWith('.tsx') && pascal.test(stem))
    return fits ? [] : [`${path}: not kebab-case`]
  })
}
