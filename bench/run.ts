/** `npm run bench heartbeat` runs one measurement; `all` runs every one in half an hour. */
const benches: Record<string, () => Promise<void>> = {
  heartbeat: async () => (await import('./heartbeat.ts')).measureHeartbeat(),
  growth: async () => (await import('./growth.ts')).measureGrowth(),
  exam: async () => (await import('./exam.ts')).measureExam(),
  regrade: async () => (await import('./regrade.ts')).measureRegrade(),
  rush: async () => (await import('./rush.ts')).measureExamRush(),
  orders: async () => (await import('./orders.ts')).measureOrders(),
  proof: async () => (await import('./proof.ts')).measureProofs(),
  start: async () => (await import('./start.ts')).measureStart(),
  questions: async () => (await import('./questions.ts')).measureQuestionImport(),
  search: async () => (await import('./search.ts')).measureSearch(),
  page: async () => (await import('./page.ts')).measurePages(),
  isolation: async () => (await import('./isolation.ts')).measureIsolation(),
  calls: async () => (await import('./calls.ts')).measureCalls(),
  scale: async () => (await import('./scale.ts')).measureScale(),
  audit: async () => (await import('./audit.ts')).auditPages(),
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
