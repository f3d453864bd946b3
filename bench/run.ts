/** `npm run bench heartbeat`: runs one measurement; `all`: every one, half an hour. */
const benches: Record<string, () => Promise<void>> = {
  heartbeat: async () => (await import('./heartbeat.ts')).heartbeat(),
  exam: async () => (await import('./exam.ts')).exam(),
  regrade: async () => (await import('./regrade.ts')).regrade(),
  rush: async () => (await import('./rush.ts')).rush(),
  orders: async () => (await import('./orders.ts')).orders(),
  proof: async () => (await import('./proof.ts')).proof(),
  start: async () => (await import('./start.ts')).start(),
  questions: async () => (await import('./questions.ts')).questions(),
  search: async () => (await import('./search.ts')).search(),
  page: async () => (await import('./page.ts')).page(),
  isolation: async () => (await import('./isolation.ts')).isolation(),
  calls: async () => (await import('./calls.ts')).calls(),
  audit: async () => (await import('./audit.ts')).audit(),
}

const name = process.argv[2] ?? ''
const wanted = name === 'all' ? Object.values(benches) : [benches[name]]
for (const bench of wanted) {
  if (!bench) {
    console.error(`usage: npm run bench ${Object.keys(benches).join(' | ')} | all`)
    process.exit(1)
  }
  await bench()
}
