/**
 * Places in a tool's definition, as people read them: `inputSchema/properties/path/description`. The names in them are an upstream's, of up
 * to 500,000 characters, and one definition has thousands of places below each, so a place is cut.
 */
import { shorten } from "../../lib/shorten.ts";
const MAX_NAME_CHARS = 80;
const MAX_PLACE_CHARS = 300;

export function placeIn(place: string, name: string): string {
  if (place.length > MAX_PLACE_CHARS) return place.endsWith("…") ? place : `${place}/…`;
  return `${place}/${shorten(name, MAX_NAME_CHARS)}`;
}
