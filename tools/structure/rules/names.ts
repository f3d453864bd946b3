import { codeFiles, type Tree } from '../tree.ts'

const grabBags = /^(utils?|misc|helpers?|common|shared|lib)$/
/** the contract's single entry, and the words all its calls share (house.md names both) */
const allowed = new Set(['contract/src/index.ts', 'contract/src/common.ts'])
const kebab = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const pascal = /^[A-Z][A-Za-z0-9]*$/

/** kebab-case, PascalCase for components, a module's wire name as it is; no grab-bags, no barrels. */
export function checkNames(tree: Tree): string[] {
  const wireNames = new Set(
    [...tree.paths].flatMap((path) => /^server\/src\/modules\/(\w+)$/.exec(path)?.[1] ?? []),
  )
  return codeFiles(tree).flatMap(([path]) => {
    if (allowed.has(path)) return []
    const file = path.split('/').at(-1) ?? ''
    const stem = file.replace(
      /(\.(config|d|worker|unit\.test|property\.test|browser\.test|test|spec|cases))?\.\w+$/,
      '',
    )
    if (grabBags.test(stem)) return [`${path}: a grab-bag name; name what it does`]
    if (stem === 'index') return [`${path}: no barrels`]
    const fits =
      kebab.test(stem) || wireNames.has(stem) || (file.endsWith('.tsx') && pascal.test(stem))
    return fits ? [] : [`${path}: not kebab-case`]
  })
}
