/**
 * Why a name in a package is not to be trusted, in words; undefined when it stays inside the package.
 * A package with one such name is refused whole: nobody makes one by accident.
 */
export function pathProblem(path: string): string | undefined {
  const shown = path.replace(/\p{Cc}/gu, '?').slice(0, 80)
  if (path === '' || path.length > 500) return '有一个文件没有名字或名字过长'
  if (/\p{Cc}/u.test(path) || !path.isWellFormed()) return `文件名含有控制字符：${shown}`
  if (path.includes('\\')) return `文件名含有反斜杠：${shown}`
  if (path.startsWith('/') || /^[a-z]:/i.test(path)) return `文件名是绝对路径：${shown}`
  if (path.split('/').includes('..')) return `文件名指向包外：${shown}`
  return undefined
}

/** What systems leave behind in folders and ZIPs: nobody's content. */
export function isLitter(path: string): boolean {
  return path
    .split('/')
    .some((part) => part.startsWith('.') || part === '__MACOSX' || /^thumbs\.db$/i.test(part))
}

/**
 * The file a document means by a link, as a path of the package: `../图/a.png` in `news/b.md` → `图/a.png`.
 * undefined: an address elsewhere or a place in the same text; null: outside the package.
 */
export function pathOfLink(link: string, documentPath: string): string | null | undefined {
  const bare = link.trim().replace(/[?#].*$/s, '')
  if (bare === '' || /^([a-z][a-z\d+.-]*:|\/\/)/i.test(bare)) return undefined
  const parts = bare.startsWith('/') ? [] : documentPath.split('/').slice(0, -1)
  for (const part of decoded(bare).replaceAll('\\', '/').split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return null
  }
  return parts.join('/') || null
}

function decoded(link: string): string {
  try {
    return decodeURIComponent(link)
  } catch {
    return link
  }
}
