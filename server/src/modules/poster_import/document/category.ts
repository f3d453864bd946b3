import { type CategoryId, categories } from '@ce/contract'

/** A category by its name in addresses, its Chinese title or its id: `law`, 法律法规, 35. */
export function categoryFrom(text: string): CategoryId | undefined {
  const wanted = text.trim().normalize('NFKC').toLowerCase()
  return categories.find(
    ({ id, name, title }) =>
      name.toLowerCase() === wanted || title === wanted || String(id) === wanted,
  )?.id
}

/** The category of the first folder of the path that names one: `法律法规/药品管理法.md`, `site/law/a.md`. */
export function categoryOfPath(path: string): CategoryId | undefined {
  for (const folder of path.split('/').slice(0, -1)) {
    // a folder called 35 is a number like any other; names and titles say what they mean
    const found = /^\d+$/.test(folder) ? undefined : categoryFrom(folder)
    if (found) return found
  }
  return undefined
}
