// The page begins here.
import './ui/page.css';
import './ui/frame.css';
import { mount } from 'svelte';
import App from './ui/App.svelte';
import { client } from './ui/client.svelte';
import { settings } from './ui/settings.svelte';

settings.paint();
client.start();
mount(App, { target: document.body });
