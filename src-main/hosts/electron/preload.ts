import { contextBridge, ipcRenderer } from 'electron';

// The page may do two things: learn where it runs and ask for a port. It never gets ipcRenderer itself (R19.05).
contextBridge.exposeInMainWorld('pegboard', {
  host: 'electron',
  connect: () => ipcRenderer.send('pegboard:connect'),
});

// A port cannot cross the context bridge, so it goes to the page as a window message.
ipcRenderer.on('pegboard:port', (event) => {
  window.postMessage('pegboard:port', window.location.origin, event.ports);
});
