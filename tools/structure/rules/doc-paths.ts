import type { SourceTree } from '../tree.ts'

const ours =
  /^(?:\.ci|apps|bench|client|contract|deploy|docs|e2e|platform|server|site|tools|ui)\/|^[\w.-]+(?:\.json|\.md|\.config\.ts)$/

/** A path below server/src or the folder of an area, as docs/map.md writes it. */
const inModule = /^\w+\/(?:\w+\/)?(?:[\w./-]+\.tsx?|(?:service|store|html|pdf)\/)$/

/** Checks that paths in backticks in documents exist. */
export function checkDocPaths(tree: SourceTree): string[] {
  return [...tree.texts]
    .filter(([path]) => /^(?:docs\/.*|\w+)\.md$/.test(path))
    .flatMap(([doc, text]) =>
      listNamedPaths(text)
        .filter((path) => !exists(path, tree))
        .map((path) => `${doc}: names ${path}, which does not exist`),
    )
}

/** Lists paths that a document names; code blocks are examples, `<module>` stands for any name. */
export function listNamedPaths(markdown: string): string[] {
  const prose = markdown.replace(/^```[\s\S]*?^```/gm, '')
  return [...prose.matchAll(/`([^`\s]+)`/g)]
    .map(([, text = '']) => text.replace(/#.*$|:\d+$/, '').replace(/<[^>]+>/g, '*'))
    .filter((text) => ours.test(text) || inModule.test(text))
}

function exists(path: string, tree: SourceTree): boolean {
  const fixed = path.replace(/\/[^/]*\*.*$/, '').replace(/\/$/, '')
  return ['', 'server/src/', 'server/src/modules/'].some((above) => tree.paths.has(above + fixed))
}
