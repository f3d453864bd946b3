export async function findSamplePaths(origin: string): Promise<string[]> {
  const list = await (await fetch(`${origin}/list/news`)).text()
  const article = /href="(\/detail\/news\/[^"]+)"/.exec(list)?.[1]
  if (!article) throw new Error('the demo world has no news to read')
  return ['/index', '/list/news', article]
}
