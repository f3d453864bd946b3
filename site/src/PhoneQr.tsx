import { phoneBase } from '@ce/contract/mobile'
import { QRCodeSVG } from 'qrcode.react'
import { useLocation } from 'react-router'

/** The open page's address for a phone, to be scanned from the screen. */
export function PhoneQr() {
  const { pathname, search } = useLocation()
  // the pages for everybody have no address of their own below /h5
  const path = pathname.startsWith('/verify') ? pathname : phoneBase + pathname
  return (
    <QRCodeSVG
      value={location.origin + path + search}
      size={148}
      marginSize={2}
      title="本页手机版的二维码"
    />
  )
}
