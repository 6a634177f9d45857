import "./lib/theme.css";

import { mount } from "svelte";

import App from "./App.svelte";
import { mendWhatCannotBeFetched } from "./lib/anew";

mendWhatCannotBeFetched();

const target = document.getElementById("app");
if (target) mount(App, { target });
