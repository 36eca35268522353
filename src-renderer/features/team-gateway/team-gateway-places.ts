/** The places of the screen that the keyboard moves between. */
export const teamGatewayPlaces = {
  figures: 'team-gateway-figures',
  address: 'team-gateway-address',
  token: 'team-gateway-token',
} as const;

export function focusTeamGateway(place: keyof typeof teamGatewayPlaces): void {
  document.getElementById(teamGatewayPlaces[place])?.focus({ preventScroll: place === 'figures' });
}
