import { useConnection } from '@ce/client/online.ts'
import { useMatches } from 'react-router'
import classes from './shell.module.css'

/** Says that calls do not get through, and goes by itself when they do again. */
export function OfflineBanner() {
  const connection = useConnection()
  if (useMatches().some(hasItsOwn)) return null
  return (
    <div role="status" aria-live="polite">
      {connection !== 'online' && (
        <p className={classes.banner}>
          {connection === 'offline'
            ? '网络已断开：页面内容可能不是最新的，恢复网络后会自动继续。'
            : '暂时连接不上服务器，请检查网络；恢复后会自动继续。'}
        </p>
      )}
    </div>
  )
}

function hasItsOwn({ handle }: { handle: unknown }): boolean {
  return Boolean(handle && typeof handle === 'object' && 'ownOfflineBanner' in handle)
}
