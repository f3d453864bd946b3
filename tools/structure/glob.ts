/** In the pattern, `*` matches anything within one name, `**` any depth. */
export function globToRegExp(glob: string): RegExp {
  const source = glob
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*\/?|\*/g, (stars) => (stars === '**/' ? '(?:.*/)?' : stars === '**' ? '.*' : '[^/]*'))
  return new RegExp(`^${source}$`)
}
