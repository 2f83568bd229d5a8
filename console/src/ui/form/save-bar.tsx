import type { ReactNode } from 'react'
import './save-bar.css'

/** The buttons of a long form, which stay in view at its end. */
export const SaveBar = ({ children }: { children: ReactNode }) => <div className="save-bar">{children}</div>
