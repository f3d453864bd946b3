import { Alert } from '@ce/ui/Alert.tsx'
import { Button, buttonClass } from '@ce/ui/Button.tsx'
import { Link } from 'react-router'
import { useClosingNotice } from '../features/privacy/use-closing-notice.ts'
import { paths } from '../paths.ts'
import classes from './ClosingNotice.module.css'

/** Whoever signs in while the account is about to be closed is offered to keep it. */
export function ClosingNotice() {
  const notice = useClosingNotice()
  if (!notice) return null
  return (
    <Alert kind="warning" title={notice.title}>
      <div className={classes.answers}>
        <Button kind="quiet" busy={notice.busy} onClick={notice.stay}>
          {notice.keep}
        </Button>
        <Link className={buttonClass('text')} to={paths.privacy()}>
          {notice.more}
        </Link>
      </div>
    </Alert>
  )
}
