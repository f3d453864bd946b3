import { useMatches } from 'react-router'
import { useStorageBlocked } from '../device-storage.ts'
import { useConnection } from '../online.ts'
import { PracticeNotice } from './PracticeNotice.tsx'
import classes from './shell.module.css'

/** Tells that the network or the server is out of reach, until calls succeed again. It also marks a practice portal. */
export function OfflineBanner() {
  const connection = useConnection()
  const blocked = useStorageBlocked()
  const own = useMatches().some(hasItsOwn)
  if (own && !blocked) return <PracticeNotice />
  return (
    <div className={classes.banner} ref={makeRoom}>
      <PracticeNotice />
      <div role="status" aria-live="polite">
        {!own && connection !== 'online' && (
          <p>
            {connection === 'offline'
              ? '网络已断开：页面内容可能不是最新的，恢复网络后会自动继续。'
              : '暂时连接不上服务器，请检查网络；恢复后会自动继续。'}
          </p>
        )}
        {blocked && <p>本平台在其他标签页中打开着旧版页面，请将其关闭，否则本页无法在设备上保存学习和考试记录。</p>}
      </div>
    </div>
  )
}

/** The banner would cover the back link, so other sticky elements move below it (`--banner`). */
function makeRoom(banner: HTMLElement | null): (() => void) | undefined {
  if (!banner) return
  const { style } = document.documentElement
  const watch = new ResizeObserver(() => style.setProperty('--banner', `${banner.offsetHeight}px`))
  watch.observe(banner)
  return () => {
    watch.disconnect()
    style.removeProperty('--banner')
  }
}

function hasItsOwn({ handle }: { handle: unknown }): boolean {
  return Boolean(handle && typeof handle === 'object' && 'ownOfflineBanner' in handle)
}
