import { describe, expect, it } from 'vitest'
import { keepAwake } from './wake-lock.ts'

/** A screen whose lock goes when the page is hidden, as browsers do it. */
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

describe('a screen that stays lit', () => {
  it('is held while wanted', async () => {
    const { screen, page, held } = aPhone()
    const stop = keepAwake(screen, page)
    await settled()
    expect(held()).toBe(1)
    stop()
    await settled()
    expect(held()).toBe(0)
  })

  it('is held again once the page is shown again, and only once', async () => {
    const { screen, page, held, turn } = aPhone()
    const stop = keepAwake(screen, page)
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

  it('is let go when the wish ended before the browser answered', async () => {
    const { screen, page, held } = aPhone()
    keepAwake(screen, page)()
    await settled()
    expect(held()).toBe(0)
  })

  it('may be refused, or unknown to the browser', async () => {
    const { screen, page, held, refuse } = aPhone()
    refuse()
    keepAwake(screen, page)()
    keepAwake({}, page)()
    await settled()
    expect(held()).toBe(0)
  })
})
