import { phoneTwin } from '@ce/contract/mobile'
import { QRCodeSVG } from 'qrcode.react'
import { useLocation } from 'react-router'

/** The open page's address for a phone, to be scanned from the screen. */
export function PhoneQr() {
  const { pathname, search } = useLocation()
  return (
    <QRCodeSVG
      value={location.origin + phoneTwin(pathname) + search}
      size={148}
      marginSize={2}
      title="本页手机版的二维码"
    />
  )
}
