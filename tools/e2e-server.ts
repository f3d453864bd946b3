import { runBesideChannel } from './wechat/beside.ts'

/** What the browser tests talk to: `npm start`, and a payment channel where one can scan. */
await runBesideChannel(['tools/run.mjs', 'start'], {}, Number(process.env.E2E_CHANNEL_PORT ?? 0))
