interface Match {
  route: { path?: string | undefined }
}

export function routePattern(matches: readonly Match[], basename = ''): string {
  let pattern = ''
  for (const { route } of matches) {
    if (!route.path) continue
    pattern = route.path.startsWith('/') ? route.path : `${pattern}/${route.path}`
  }
  return `${basename}${pattern}`.replaceAll(/\/{2,}/g, '/')
}
