import { Dialog } from '@ce/ui/Dialog.tsx'
import { type ReactNode, useState } from 'react'
import { ServiceContact } from './ServiceContact.tsx'
import classes from './ServiceHelp.module.css'

interface ServiceHelpProps {
  className?: string | undefined
  icon?: ReactNode
}

/** The customer service button (客服) outside the public pages. */
export function CustomerServiceHelp({ className = classes.button, icon }: ServiceHelpProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={className} aria-haspopup="dialog" onClick={() => setOpen(true)}>
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
