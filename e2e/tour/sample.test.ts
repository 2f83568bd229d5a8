import { tourEveryAddress } from './every-address.ts'
import { openSample, sampleStops } from './sample.ts'
import { openOnce, tour } from './tour.ts'

const fixture = openOnce(openSample)
tour(fixture, sampleStops)
tourEveryAddress(fixture)
