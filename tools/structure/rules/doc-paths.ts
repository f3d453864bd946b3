import type { Tree } from '../tree.ts'

const ours =
  /^(?:\.ci|apps|bench|client|contract|docs|e2e|server|site|tools|ui)\/|^[\w.-]+(?:\.json|\.md|\.config\.ts)$/

/** Every path that README.md and docs name in backticks exists; of a pattern, the folder it starts in. */
export function checkDocPaths(tree: Tree): string[] {
  return [...tree.texts]
    .filter(([path]) => path === 'README.md' || /^docs\/.*\.md$/.test(path))
    .flatMap(([doc, text]) =>
      pathsNamed(text)
        .filter((path) => !exists(path, tree))
        .map((path) => `${doc}: names ${path}, which does not exist`),
    )
}

/** Code blocks are examples, not promises. `<module>` stands for any name. */
export function pathsNamed(markdown: string): string[] {
  const prose = markdown.replace(/^```[\s\S]*?^```/gm, '')
  return [...prose.matchAll(/`([^`\s]+)`/g)]
    .map(([, text = '']) => text.replace(/#.*$|:\d+$/, '').replace(/<[^>]+>/g, '*'))
    .filter((text) => ours.test(text))
}

function exists(path: string, tree: Tree): boolean {
  const fixed = path.replace(/\/[^/]*\*.*$/, '').replace(/\/$/, '')
  return tree.paths.has(fixed)
}
