/** `npm run bench heartbeat`: runs one measurement, or all. */
const benches: Record<string, () => Promise<void>> = {
  heartbeat: async () => (await import('./heartbeat.ts')).heartbeat(),
  exam: async () => (await import('./exam.ts')).exam(),
  rush: async () => (await import('./rush.ts')).rush(),
  orders: async () => (await import('./orders.ts')).orders(),
  proof: async () => (await import('./proof.ts')).proof(),
  search: async () => (await import('./search.ts')).search(),
  page: async () => (await import('./page.ts')).page(),
  audit: async () => (await import('./audit.ts')).audit(),
}

const wanted = process.argv[2] ? [process.argv[2]] : Object.keys(benches)
for (const name of wanted) {
  const bench = benches[name]
  if (!bench) {
    console.error(`no bench "${name}": ${Object.keys(benches).join(' | ')}`)
    process.exit(1)
  }
  await bench()
}
