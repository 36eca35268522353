/** The places of the Gateway screen that the keyboard moves between. */
export const gatewayPlaces = {
  table: 'gateway-table',
  details: 'gateway-details',
  clients: 'gateway-clients',
  filter: 'gateway-filter',
} as const;

export function focusGatewayPlace(place: keyof typeof gatewayPlaces): void {
  document.getElementById(gatewayPlaces[place])?.focus({ preventScroll: place === 'table' });
}
