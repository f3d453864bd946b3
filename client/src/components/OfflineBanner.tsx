import { useMatches } from 'react-router'
import { useStorageBlocked } from '../device-storage.ts'
import { useConnection } from '../online.ts'
import { PracticeWords } from './PracticeWords.tsx'
import classes from './shell.module.css'

/** Says that calls do not get through, and goes by itself when they do again; and of a practice portal that it is one. */
export function OfflineBanner() {
  const connection = useConnection()
  const blocked = useStorageBlocked()
  const own = useMatches().some(hasItsOwn)
  // an exam has a bar of its own at the top
  if (own && !blocked) return <PracticeWords />
  return (
    <div className={classes.banner} ref={makeRoom}>
      <PracticeWords />
      <div role="status" aria-live="polite">
        {!own && connection !== 'online' && (
          <p>
            {connection === 'offline'
              ? '网络已断开：页面内容可能不是最新的，恢复网络后会自动继续。'
              : '暂时连接不上服务器，请检查网络；恢复后会自动继续。'}
          </p>
        )}
        {blocked && (
          <p>
            本平台在其他标签页中打开着旧版页面，请将其关闭，否则本页无法在设备上保存学习和考试记录。
          </p>
        )}
      </div>
    </div>
  )
}

/** What else stays at the top of the page stays below it (`--banner`): the way back would be under it. */
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
