import { describe, expect, it } from 'vitest'
import { requestWakeLock } from './wake-lock.ts'

/** A hidden page loses its lock, as in browsers. */
function aPhone() {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  let held = 0
  let refuses = false
  const screen = {
    wakeLock: {
      request: async () => {
        if (refuses) throw new DOMException('no', 'NotAllowedError')
        held += 1
        let mine = true
        const release = async () => {
          if (mine) held -= 1
          mine = false
        }
        page.addEventListener('visibilitychange', () => {
          if (page.visibilityState === 'hidden') void release()
        })
        return { release }
      },
    },
  }
  const turn = async (to: 'visible' | 'hidden') => {
    page.visibilityState = to
    page.dispatchEvent(new Event('visibilitychange'))
    await settled()
  }
  return { page, screen, turn, held: () => held, refuse: () => (refuses = true) }
}

const settled = () => new Promise((resolve) => setTimeout(resolve))

describe('keeping the screen on', () => {
  it('the wake lock is held while wanted', async () => {
    const { screen, page, held } = aPhone()
    const stop = requestWakeLock(screen, page)
    await settled()
    expect(held()).toBe(1)
    stop()
    await settled()
    expect(held()).toBe(0)
  })

  it('the wake lock is requested again once the page is visible, and only once', async () => {
    const { screen, page, held, turn } = aPhone()
    const stop = requestWakeLock(screen, page)
    await settled()
    await turn('hidden')
    expect(held()).toBe(0)
    await turn('visible')
    await turn('visible')
    expect(held()).toBe(1)
    stop()
    await turn('hidden')
    await turn('visible')
    expect(held()).toBe(0)
  })

  it('the wake lock is released if it is no longer wanted when the browser grants it', async () => {
    const { screen, page, held } = aPhone()
    requestWakeLock(screen, page)()
    await settled()
    expect(held()).toBe(0)
  })

  it('the wake lock may be refused or unsupported', async () => {
    const { screen, page, held, refuse } = aPhone()
    refuse()
    requestWakeLock(screen, page)()
    requestWakeLock({}, page)()
    await settled()
    expect(held()).toBe(0)
  })
})
