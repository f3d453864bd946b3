import { Dialog } from '@ce/ui/Dialog.tsx'
import { type ReactNode, useState } from 'react'
import { ServiceContact } from './ServiceContact.tsx'
import classes from './ServiceHelp.module.css'

interface ServiceHelpProps {
  /** its button's look, where it stands in a list */
  className?: string | undefined
  icon?: ReactNode
}

/** 客服 beyond the public pages: how to reach whom all those sentences mean that say 请联系客服. */
export function ServiceHelp({ className = classes.button, icon }: ServiceHelpProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={className}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {icon}
        客服
      </button>
      <Dialog open={open} title="联系客服" onClose={() => setOpen(false)}>
        <div className={classes.contact}>
          <ServiceContact />
        </div>
      </Dialog>
    </>
  )
}
