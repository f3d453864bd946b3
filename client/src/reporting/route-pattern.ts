interface Match {
  route: { path?: string | undefined }
}

/** Where a page stands in the router's table, `/system/my-courses/:id`: its address without anybody's ids. */
export function routePattern(matches: readonly Match[], basename = ''): string {
  let pattern = ''
  for (const { route } of matches) {
    if (!route.path) continue
    pattern = route.path.startsWith('/') ? route.path : `${pattern}/${route.path}`
  }
  return `${basename}${pattern}`.replaceAll(/\/{2,}/g, '/')
}
