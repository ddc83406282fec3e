"""Several machines: agents that record and publish, hubs that gather and show, an MQTT broker between them."""
