/** Returns `otherwise` if the work takes longer than `ms` milliseconds. The work itself continues. */
export function waitAtMost<Result>(ms: number, work: Promise<Result>, otherwise: Result): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Result>((resolve) => {
    timer = setTimeout(resolve, ms, otherwise)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
